import { useSyncExternalStore } from 'react';

/** Where chart and ladder stand side by side; the stylesheet's widest layout begins here. */
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
