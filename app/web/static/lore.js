// Lore while it is written, as its page will show it. The server makes it harmless.

for (const shown of document.querySelectorAll("[data-shows]")) {
  const box = document.getElementById(shown.dataset.shows);
  const paper = shown.querySelector(".lore");
  let [asked, timer] = [0];

  async function show() {
    const turn = ++asked;
    const body = JSON.stringify({ text: box.value });
    const headers = { "Content-Type": "application/json" };
    const answer = box.value.trim() ? await fetch(shown.dataset.by, { method: "POST", headers, body }).catch(() => null) : null;
    const { html = "" } = answer?.ok ? await answer.json() : {};
    if (turn !== asked) return;
    paper.innerHTML = html;
    shown.hidden = !html;
  }

  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, 400);
  });
  addEventListener("pageshow", show);
}
