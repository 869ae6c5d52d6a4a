import { useSyncExternalStore } from 'react';

/** `phone`: one column with a dock. `wide`: chart, ladder and ticket side by side. The stylesheet has the same limits. */
export type Width = 'phone' | 'medium' | 'wide';

const queries = { medium: '(width >= 48rem)', wide: '(width >= 64rem)' } as const;

function watchWidth(onChange: () => void): () => void {
  const lists = Object.values(queries).map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', onChange);
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange);
  };
}

function readWidth(): Width {
  if (matchMedia(queries.wide).matches) return 'wide';
  return matchMedia(queries.medium).matches ? 'medium' : 'phone';
}

export function useWidth(): Width {
  return useSyncExternalStore(watchWidth, readWidth, () => 'wide');
}
