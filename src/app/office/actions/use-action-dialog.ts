import { createContext, useContext, useState } from 'react';

/** Reloads what the actions below change. */
export const ActionDone = createContext<() => void>(() => {});

/**
 * Whether an action's dialog is open. After a conflict it stays open with what was typed, and closing it reloads the
 * record, which a colleague has changed.
 */
export function useActionDialog(onDone?: () => void) {
  const reloadAll = useContext(ActionDone);
  const reload = onDone ?? reloadAll;
  const [open, setOpen] = useState(false);
  const [isStale, setStale] = useState(false);
  const show = (isOpen: boolean) => {
    setOpen(isOpen);
    if (isOpen || !isStale) return;
    setStale(false);
    reload();
  };
  const finish = () => {
    setOpen(false);
    reload();
  };
  return { open, show, finish, onConflict: () => setStale(true) };
}
