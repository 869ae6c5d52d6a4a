/**
 * The hotkeys and their actions, in the order of the list. With Shift, an order joins the market instead of crossing
 * it.
 */
export const hotkeys = [
  { action: 'buy-market', key: 'B', shift: false },
  { action: 'sell-market', key: 'S', shift: false },
  { action: 'buy-bid', key: 'B', shift: true },
  { action: 'sell-ask', key: 'S', shift: true },
  { action: 'flatten', key: 'F', shift: false },
  { action: 'reverse', key: 'R', shift: false },
  { action: 'cancel-all', key: 'C', shift: false },
  { action: 'more', key: '+', shift: false },
  { action: 'less', key: '-', shift: false },
  { action: 'ticket', key: 'T', shift: false },
  { action: 'ladder', key: 'L', shift: false },
  { action: 'orders', key: 'O', shift: false },
  { action: 'help', key: '?', shift: false },
] as const satisfies readonly { action: string; key: string; shift: boolean }[];

export type HotkeyAction = (typeof hotkeys)[number]['action'];

type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing'>;

/** The action for a pressed key; null for a key held down and for the browser's own shortcuts. */
export function findHotkey(pressed: PressedKey): HotkeyAction | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey, repeat, isComposing } = pressed;
  if (ctrlKey || metaKey || altKey || repeat || isComposing) return null;
  const name = key.toUpperCase();
  // Some keyboards need Shift for symbols, so only letters take Shift into account.
  const isLetter = /^[A-Z]$/.test(name);
  return hotkeys.find((each) => each.key === name && (!isLetter || each.shift === shiftKey))?.action ?? null;
}

/** Whether a key press belongs to the focused element: a field, or anything in a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null;
}
