// A page that moves on by itself: `main[data-moves]` says every how many seconds it is looked at, `data-seal` what it shows.
// Where that is another one now, it takes the place of this one, with title and icon, and `hikyaku:moved` tells other modules.
// Whoever is in the middle of something (`data-busy`: of choosing) keeps it, and `.moved` says that there is more to see.
// Nothing is looked at while the tab is out of sight, but for a page that calls its reader (`data-calls`): now and then.

const CALLS = 30;
const FIELDS = "main :is(input, select, textarea)";
let touched = false;
let last = Date.now();

addEventListener("input", () => { touched = true; });
document.addEventListener("hikyaku:moved", () => { touched = false; });

const shown = () => document.querySelector("main");

const every = () => {
  const { moves, calls } = shown().dataset;
  if (!document.hidden) return Number(moves);
  return calls === undefined ? NaN : Math.max(moves, CALLS);
};

// What has the focus, on the page that comes.
const twin = (at, page) =>
  (at.id && page.getElementById(at.id)) ||
  [...page.querySelectorAll(`main ${at.localName}`)].find((each) => each.textContent === at.textContent);

const assets = (page) => [...page.head.querySelectorAll("script[src], link[rel=stylesheet]")].map((each) => each.src || each.href);

async function look() {
  const { seal } = shown().dataset;
  const here = new URL(location.href);
  if (seal) here.searchParams.delete("done");
  const answer = await fetch(here, { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [main, next] = [shown(), fresh.querySelector("main")];
  if (seal && next.dataset.seal === seal) return;
  const at = document.activeElement;
  const focus = main.contains(at) && twin(at, fresh);
  const isLost = main.contains(at) && !focus && !at.closest(".choosing:has(.sent)"); // whoever has sent orders waits for what comes
  if (touched || "busy" in main.dataset || at.matches(FIELDS) || isLost || !getSelection().isCollapsed) {
    main.querySelector(".moved")?.removeAttribute("hidden");
    return;
  }
  history.replaceState(null, "", here);
  if (assets(fresh).some((each) => !assets(document).includes(each))) {
    location.reload();
    return;
  }
  const open = new Set([...main.querySelectorAll("details[open] > summary")].map((each) => each.textContent));
  for (const each of next.querySelectorAll("summary")) {
    if (open.has(each.textContent)) each.parentElement.open = true;
  }
  main.replaceWith(next);
  document.title = fresh.title;
  const icon = fresh.querySelector("link[rel=icon]");
  if (icon) document.querySelector("link[rel=icon]").href = icon.href;
  if (focus) focus.focus({ preventScroll: true });
  document.dispatchEvent(new Event("hikyaku:moved"));
}

setInterval(async () => {
  if (!(Date.now() - last >= every() * 1000)) return;
  last = Infinity;
  await look();
  last = Date.now();
}, 1000);
