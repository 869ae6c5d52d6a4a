import { type SyntheticEvent, useEffect, useState } from 'react';

/** A fold that opens by itself whenever something in it has to be seen, and that can be folded again by hand. */
export function useFold(shown: unknown) {
  const [isOpen, setOpen] = useState(Boolean(shown));
  useEffect(() => {
    if (shown) setOpen(true);
  }, [shown]);
  return { open: isOpen, onToggle: (event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open) };
}
