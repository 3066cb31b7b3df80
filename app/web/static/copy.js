// Buttons that copy a text of the page: `data-copy` is its id, `data-done` what the button says then.
for (const button of document.querySelectorAll("[data-copy]")) {
  const said = button.textContent;
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = said; }, 2000);
  });
}
