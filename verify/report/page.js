"use strict";
(() => {
  const form = document.getElementById("filter");
  const claims = [...document.querySelectorAll("[data-is]")];
  const papers = [...document.querySelectorAll(".paper")];
  const lists = [...document.querySelectorAll(".list")];
  const mentions = [...document.querySelectorAll("[data-claim]")];
  const said = form.querySelector("output");
  const plain = (text) => text.normalize("NFKD").toLowerCase();
  let texts = null; // what is searched, one text a claim: made when it is first needed
  let asked = ""; // the claim that a link led to: shown, whatever the filters say
  let linked = ""; // what the address names, a claim or another part of the page

  const textOf = (claim) =>
    plain([claim.textContent, ...[...claim.querySelectorAll("math")].map((m) => m.getAttribute("alttext"))].join(" "))
      .replace(/\s+/g, " ");

  // "quoted words" are one phrase, and so are a word and the number behind it, as in Theorem 8
  function phrases(text) {
    const found = [];
    let before = false; // whether what stands before is a word by itself
    for (const [, quoted, word] of plain(text).matchAll(/"([^"]*)"?|(\S+)/g)) {
      if (word && before && /^\d[\d.]*$/.test(word)) found.push(`${found.pop()} ${word}`);
      else found.push((quoted ?? word).trim().replace(/\s+/g, " "));
      before = Boolean(word) && !/^\d/.test(word);
    }
    return found.filter(Boolean);
  }

  // a number is not found in a longer one
  function holds(text, phrase) {
    for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
      const [first, last] = [text.slice(at - 1, at + 1), text.slice(at + phrase.length - 1, at + phrase.length + 1)];
      if (!(at && /^\d\d/.test(first)) && !/^\d\d/.test(last)) return true;
    }
    return false;
  }

  function apply() {
    const { paper, verdict, evidence } = Object.fromEntries(new FormData(form));
    const words = phrases(form.words.value);
    if (words.length) texts ??= claims.map(textOf);
    const shown = new Set();
    claims.forEach((claim, n) => {
      const fits =
        (!paper || claim.closest(".paper").id === paper) &&
        (!verdict || claim.dataset.is.split(" ").includes(verdict)) &&
        (!evidence || claim.dataset.by.split(" ").includes(evidence)) &&
        words.every((word) => holds(texts[n], word));
      if (fits) shown.add(claim.id);
      claim.hidden = !fits && claim.id !== asked;
    });
    for (const mention of mentions) mention.hidden = !shown.has(mention.dataset.claim);
    for (const part of papers) part.hidden = !part.querySelector("[data-is]:not([hidden])");
    for (const part of lists) part.hidden = !part.querySelector("[data-claim]:not([hidden])");
    const extra = asked && !shown.has(asked) ? `, and ${asked}` : "";
    said.textContent = `${shown.size} of ${claims.length} claims${extra}`;
    remember();
  }

  // the address says what is shown: #paper/id that a link led to, and the filters behind a question mark
  function remember() {
    const filters = new URLSearchParams([...new FormData(form)].filter(([, value]) => value)).toString();
    const address = linked + (filters && `?${filters}`);
    history.replaceState(null, "", address ? `#${address}` : location.pathname + location.search);
  }

  function follow() {
    const [id, filters] = location.hash.slice(1).split("?");
    linked = id;
    for (const [name, value] of new URLSearchParams(filters))
      if (form.elements[name]) form.elements[name].value = value;
    const place = document.getElementById(decodeURIComponent(id));
    const claim = place?.closest("[data-is]");
    asked = claim?.id ?? "";
    apply();
    for (let part = place; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    if (claim) place.scrollIntoView();
  }

  let waiting = 0;
  form.addEventListener("input", () => {
    asked = linked = "";
    clearTimeout(waiting);
    waiting = setTimeout(apply, 100);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
  form.addEventListener("reset", () => setTimeout(apply));
  form.unfold?.addEventListener("click", () => {
    const open = form.unfold.textContent === "Unfold";
    for (const part of document.querySelectorAll("article:not([hidden]) details")) part.open = open;
    form.unfold.textContent = open ? "Fold" : "Unfold";
  });
  for (const count of document.querySelectorAll("[data-verdict]"))
    count.addEventListener("click", () => {
      form.reset();
      if (form.paper) form.paper.value = count.dataset.paper;
      form.verdict.value = count.dataset.verdict;
      setTimeout(apply);
    });
  addEventListener("hashchange", follow);
  form.hidden = false;
  follow();
})();
