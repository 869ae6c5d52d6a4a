/** The back office's search: `/` or Ctrl+K goes to it from anywhere, and it shows what the overview searched for. */
const search = document.querySelector<HTMLInputElement>('[data-hotkey-search] input');

if (search?.form && search.form.action === location.origin + location.pathname) {
  search.value = new URLSearchParams(location.search).get('q') ?? '';
}

document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, target } = event;
  const isTyping = target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]');
  if (!search || !((key === '/' && !isTyping) || (key === 'k' && (ctrlKey || metaKey)))) return;
  event.preventDefault();
  search.select();
});
