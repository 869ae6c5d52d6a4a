import { useEffect, useState } from 'react';

/** Whether anything marked `data-later` has come into view: its cards' scripts and the first screen's don't compete. */
export function useLaterInView(): boolean {
  const [isInView, setInView] = useState(false);
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
