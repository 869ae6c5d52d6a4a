import { useSyncExternalStore } from 'react';

/** The width at which chart and ladder are side by side; the stylesheet's widest layout starts here. */
const query = '(min-width: 64rem)';

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
