import { useEffect, useRef, useSyncExternalStore } from 'react';

function follow(change: () => void): () => void {
  addEventListener('hashchange', change);
  return () => removeEventListener('hashchange', change);
}

/**
 * The section that the address names. On a phone it is a screen of its own: the focus moves to its title, and back to the
 * link that led there.
 */
export function useSection<Name extends string>(names: readonly Name[]): Name | undefined {
  const hash = useSyncExternalStore(
    follow,
    () => location.hash,
    () => '',
  );
  const section = names.find((name) => `#${name}` === hash);
  const former = useRef<Name>(undefined);
  useEffect(() => {
    const title = section && document.querySelector<HTMLElement>(`#${section} h2`);
    if (title) {
      title.tabIndex = -1;
      title.focus({ preventScroll: true });
      document.getElementById(section)?.scrollIntoView();
    } else if (former.current) {
      document.querySelector<HTMLElement>(`a[href="#${former.current}"]`)?.focus();
    }
    former.current = section;
  }, [section]);
  return section;
}
