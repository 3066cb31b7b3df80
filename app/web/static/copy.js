// Buttons that copy a text of the page: `data-copy` is its id, `data-done` what the button says then.
const show = () => {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
};
show();
document.addEventListener("hikyaku:moved", show);
document.addEventListener("click", async ({ target: button }) => {
  const { copy, done } = button.dataset;
  const said = button.textContent;
  if (!copy || said === done) return;
  await navigator.clipboard.writeText(document.getElementById(copy).textContent);
  button.textContent = done;
  setTimeout(() => { button.textContent = said; }, 2000);
});
