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

  const textOf = (claim) =>
    plain([claim.textContent, ...[...claim.querySelectorAll("math")].map((m) => m.getAttribute("alttext"))].join(" "));

  function apply() {
    const { paper, verdict, evidence } = Object.fromEntries(new FormData(form));
    const words = plain(form.words.value).split(/\s+/).filter(Boolean);
    if (words.length) texts ??= claims.map(textOf);
    const shown = new Set();
    claims.forEach((claim, n) => {
      const fits =
        (!paper || claim.closest(".paper").id === paper) &&
        (!verdict || claim.dataset.is.split(" ").includes(verdict)) &&
        (!evidence || claim.dataset.by.split(" ").includes(evidence)) &&
        words.every((word) => texts[n].includes(word));
      if (fits) shown.add(claim.id);
      claim.hidden = !fits && claim.id !== asked;
    });
    for (const mention of mentions) mention.hidden = !shown.has(mention.dataset.claim);
    for (const part of papers) part.hidden = !part.querySelector("[data-is]:not([hidden])");
    for (const part of lists) part.hidden = !part.querySelector("[data-claim]:not([hidden])");
    const extra = asked && !shown.has(asked) ? `, and ${asked}` : "";
    said.textContent = `${shown.size} of ${claims.length} claims${extra}`;
  }

  function follow() {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const claim = place?.closest("[data-is]");
    asked = claim?.id ?? "";
    apply();
    for (let part = place; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    if (claim) place.scrollIntoView();
  }

  let waiting = 0;
  form.addEventListener("input", () => {
    asked = "";
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
