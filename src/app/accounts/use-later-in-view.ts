import { useEffect, useState } from 'react';

/**
 * On a phone, whether anything marked `data-later` has come into view, so that its scripts don't compete with the first
 * screen's; true where there is room for all.
 */
export function useLaterInView(): boolean {
  const [isInView, setInView] = useState(() => globalThis.matchMedia('(width >= 64rem)').matches);
  useEffect(() => {
    if (isInView) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setInView(true);
    });
    for (const element of document.querySelectorAll('[data-later]:not([data-skeleton] *)')) observer.observe(element);
    return () => observer.disconnect();
  });
  return isInView;
}
