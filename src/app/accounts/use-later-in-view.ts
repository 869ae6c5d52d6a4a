import { useEffect, useState } from 'react';

/**
 * On a phone, whether anything marked `data-later` has come into view, so that its scripts don't compete with the first
 * screen's; true where there is room for all.
 */
export function useLaterInView(): boolean {
  const [isInView, setInView] = useState(() => globalThis.matchMedia('(width >= 64rem)').matches);
  useEffect(() => {
    if (isInView) return undefined;
    const show = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some((entry) => entry.isIntersecting)) setInView(true);
    };
    // Not for an upper edge alone, which what loads above still moves.
    const observer = new IntersectionObserver(show, { rootMargin: '0px 0px -15%' });
    for (const element of document.querySelectorAll('[data-later]:not([data-skeleton] *)')) observer.observe(element);
    return () => observer.disconnect();
  });
  return isInView;
}
