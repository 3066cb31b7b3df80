"""What was worked out of something that never changes is kept for a while."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar
from weakref import ref

T = TypeVar("T")


class Kept(Generic[T]):
    """The latest so many answers, each about an object and a number. It keeps no object alive."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._answers: OrderedDict[tuple[int, int], tuple[ref[object], T]] = OrderedDict()
        self._lock = Lock()

    def get(self, about: object, number: int = 0) -> T | None:
        """The answer, if it is still kept."""
        key = (id(about), number)
        with self._lock:
            kept = self._answers.get(key)
            if not kept or kept[0]() is not about:  # another object that had its place in memory
                return None
            self._answers.move_to_end(key)
            return kept[1]

    def keep(self, answer: T, about: object, number: int = 0) -> T:
        """The answer is kept, if need be in the place of the one that nobody asked for longest."""
        with self._lock:
            self._answers[id(about), number] = ref(about), answer
            self._answers.move_to_end((id(about), number))
            if len(self._answers) > self.most:
                self._answers.popitem(last=False)
        return answer
