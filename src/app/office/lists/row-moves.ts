export function focusRow(section: HTMLElement, step: 1 | -1): void {
  const openers = [...section.querySelectorAll<HTMLElement>('[data-opener]')];
  const row = document.activeElement?.closest('tr');
  const index = openers.findIndex((opener) => opener.closest('tr') === row);
  openers[Math.min(openers.length - 1, Math.max(0, index + step))]?.focus();
}

/** Opens a record as a link would: in a new tab with Ctrl or Command. */
export function openRecord(path: string, { ctrlKey, metaKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>): void {
  if (ctrlKey || metaKey) globalThis.open(path, '_blank', 'noopener');
  else globalThis.location.assign(path);
}
