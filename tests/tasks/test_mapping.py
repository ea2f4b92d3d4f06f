"""The same results in the same order, wherever the work is done and however it is left."""

import itertools
import time
from contextlib import closing
from types import SimpleNamespace

import pytest

from verify.tasks import Kept, Local, TasksFailed, as_done, in_order, mapping, run


def test_random_blocks_are_the_same_everywhere(toys, where):
    tasks = [{"seed": 7, "block": block} for block in range(5)]
    here = [toys.drawn(task) for task in tasks]
    assert run(toys.drawn, tasks, where=where) == here
    assert len({tuple(row) for row in here}) == 5


def test_results_come_in_the_order_of_the_tasks_though_others_are_quicker(toys, elsewhere, tmp_path):
    tasks = [{"n": n, "folder": str(tmp_path)} for n in range(4)]
    with closing(in_order(toys.waits_for_two, tasks, where=elsewhere)) as shares:
        assert [share.index for share in shares] == [0, 1, 2, 3]


def test_what_is_quicker_is_done_first(toys, tmp_path):
    tasks = [{"n": n, "folder": str(tmp_path)} for n in range(4)]
    with closing(as_done(toys.waits_for_two, tasks, where=Local(2))) as shares:
        assert next(shares).index == 1
    assert run(toys.waits_for_two, tasks, where=Local(2)) == [0, 1, 2, 3]


def test_tasks_and_results_are_plain_data_everywhere(toys, where):
    assert run(toys.what_it_sees, [(1, 2), {1: None}], where=where) == [["list", [1, 2]], ["dict", {"1": None}]]


def test_no_tasks(toys, where):
    assert run(toys.square, [], where=where) == []


def test_progress_counts_what_is_done(toys):
    seen = []
    run(toys.square, range(4), where=Local(2), progress=seen.append)
    assert seen == [1, 2, 3, 4]


def test_a_task_that_fails_is_one_line_and_costs_no_other(toys, where):
    tasks = ["raises", "well", "returns a set", "leaves", "too"]
    with pytest.raises(TasksFailed) as caught:
        run(toys.troublesome, tasks, where=where)
    assert str(caught.value) == (
        'shared_toys:troublesome: task 0, "raises": ValueError: of two (2 more of 5 tasks failed)'
    )  # fmt: skip
    shares = caught.value.shares
    assert [share.result for share in shares] == [None, "well", None, None, "too"]
    assert "in troublesome" in shares[0].traceback
    assert shares[2].failure == "TypeError: Object of type set is not JSON serializable"
    assert shares[3].failure == "SystemExit: 3"


class TestLeftEarly:
    def test_tasks_without_end_are_taken_as_they_are_begun(self, toys, where, monkeypatch):
        monkeypatch.setattr(mapping, "AHEAD", 8)
        taken = []

        def tasks():
            for n in itertools.count():
                taken.append(n)
                yield n

        with closing(in_order(toys.square, tasks(), where=where)) as shares:
            found = next(share for share in shares if share.result > 200)
        assert found.result == 225
        assert len(taken) <= found.index + 1 + 8

    def test_what_is_under_way_is_broken_off(self, toys, elsewhere, tmp_path):
        tasks = [{"n": n, "folder": str(tmp_path)} for n in range(20)]
        started = time.monotonic()
        with closing(in_order(toys.endless, tasks, where=elsewhere)) as shares:
            assert next(shares).result == 0
            wait_until(lambda: list(tmp_path.glob("pid.*")))
        (pid, *_) = [int(file.suffix[1:]) for file in tmp_path.glob("pid.*")]
        wait_until(lambda: not alive(pid))
        assert run(toys.square, range(4), where=elsewhere) == [0, 1, 4, 9]
        assert time.monotonic() - started < 30

    def test_a_time_limit_ends_the_run(self, toys, elsewhere, tmp_path):
        tasks = [{"n": n, "folder": str(tmp_path)} for n in range(20)]
        began = time.monotonic()
        run(toys.square, range(4), where=elsewhere)
        started = time.monotonic()
        limit = 4 + 2 * (started - began)  # processes have to start first, which may take a busy machine long
        found = [share.result for share in as_done(toys.endless, tasks, where=elsewhere, until=started + limit)]
        assert found == [0]
        assert limit <= time.monotonic() - started < limit + 11

    def test_a_time_limit_in_this_process_is_seen_between_tasks(self, toys, monkeypatch):
        monkeypatch.setattr(mapping, "time", SimpleNamespace(monotonic=lambda: toys.CLOCK[0]))
        shares = as_done(toys.ticking, itertools.repeat(0), until=toys.CLOCK[0] + 0.4)
        assert len(list(shares)) == 2


class TestResumes:
    @pytest.fixture
    def kept(self, tmp_path):
        return Kept(tmp_path / "kept", "sources")

    @pytest.fixture
    def tasks(self, tmp_path):
        (tmp_path / "calls").mkdir()
        return [{"n": n, "folder": str(tmp_path / "calls")} for n in range(8)]

    @pytest.fixture
    def calls(self, tmp_path):
        return lambda: sorted(int(file.name.split(".")[0]) for file in (tmp_path / "calls").iterdir())

    def test_after_an_interruption_only_what_is_missing_is_computed(self, toys, where, kept, tasks, calls):
        def interrupt(done):
            if done == 3:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            run(toys.noted, tasks, where=where, kept=kept, progress=interrupt)
        entries = len(list(kept.folder.iterdir()))
        assert 3 <= entries < 8
        before = calls()
        assert run(toys.noted, tasks, where=where, kept=kept) == list(range(8))
        assert len(calls()) - len(before) == 8 - entries
        again = calls()
        assert run(toys.noted, tasks, where=where, kept=kept) == list(range(8))
        assert calls() == again

    def test_what_is_kept_serves_everywhere(self, toys, elsewhere, kept, tasks, calls):
        run(toys.noted, tasks[:4], where=elsewhere, kept=kept)
        assert calls() == [0, 1, 2, 3]
        assert [share.kept for share in in_order(toys.noted, tasks, kept=kept)] == [True] * 4 + [False] * 4
        assert calls() == list(range(8))

    def test_more_tasks_than_before_reuse_the_first(self, toys, kept, tasks, calls):
        run(toys.noted, tasks[:2], kept=kept)
        run(toys.noted, tasks[1:3], kept=kept)
        assert calls() == [0, 1, 2]

    @pytest.mark.parametrize("damage", [b"", b"{}", b"[]", b"\xff", b'{"key": 1, "digest": 2, "data": 3}'])
    def test_a_damaged_entry_is_absent(self, toys, kept, tasks, calls, damage):
        run(toys.noted, tasks[:1], kept=kept)
        (file,) = kept.folder.iterdir()
        file.write_bytes(damage)
        assert run(toys.noted, tasks[:1], kept=kept) == [0]
        assert calls() == [0, 0]

    def test_a_result_changed_by_hand_is_absent(self, toys, kept, tasks, calls):
        run(toys.noted, tasks[:1], kept=kept)
        (file,) = kept.folder.iterdir()
        file.write_text(file.read_text().replace('"data": 0', '"data": 5'))
        assert run(toys.noted, tasks[:1], kept=kept) == [0]
        assert calls() == [0, 0]

    def test_an_entry_of_another_task_is_absent(self, toys, kept, tasks, calls):
        run(toys.noted, tasks[:2], kept=kept)
        first, second = kept.folder.iterdir()
        first.write_bytes(second.read_bytes())
        assert run(toys.noted, tasks[:2], kept=kept) == [0, 1]
        assert len(calls()) == 3

    def test_another_key_or_function_computes_anew(self, toys, kept, tasks, calls):
        run(toys.noted, tasks[:1], kept=kept)
        run(toys.noted, tasks[:1], kept=Kept(kept.folder, "other sources"))
        assert calls() == [0, 0]
        assert run(toys.what_it_sees, tasks[:1], kept=kept) == [["dict", tasks[0]]]

    def test_failures_are_tried_again(self, toys, kept):
        for _ in range(2):
            with pytest.raises(TasksFailed):
                run(toys.troublesome, ["raises"], kept=kept)
        assert not kept.folder.exists()


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(condition, seconds=15):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)
