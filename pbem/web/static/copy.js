// "Copy" beside a text: shown only where there is a script to do it.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy);
    text.select();
    await navigator.clipboard.writeText(text.value);
    button.textContent = "Copied";
  });
}
