import { type RefObject, useEffect, useState } from 'react';

const rowPx = 54;
/** How many rows are rendered before the frame is measured, and beyond those in view, so that fast scrolling shows no gap. */
const firstRows = 12;
const overscanRows = 10;

/**
 * Which rows of one height are in view of the frame that scrolls them.
 * @returns `first` and `end` of the rows to render, the space `above` and `below` them in px, and what brings a row into view
 */
export function useRowsInView(frame: RefObject<HTMLElement | null>, count: number) {
  const [[from, to], setView] = useState([0, firstRows]);
  const isEmpty = count === 0;
  useEffect(() => {
    const element = isEmpty ? null : frame.current;
    if (element === null) return undefined;
    const measure = () => {
      const next = [element.scrollTop, element.scrollTop + element.clientHeight].map((px) => Math.floor(px / rowPx));
      setView((view) => (view.join() === next.join() ? view : (next as [number, number])));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [frame, isEmpty]);
  const first = Math.max(0, Math.min(from, count - 1) - overscanRows);
  const end = Math.min(count, to + 1 + overscanRows);
  const scrollTo = (index: number) => {
    const element = frame.current;
    const shownPx = (element?.clientHeight ?? 0) - (element?.querySelector('thead')?.clientHeight ?? 0);
    const top = Math.min(element?.scrollTop ?? 0, index * rowPx);
    element?.scrollTo({ top: Math.max(top, (index + 1) * rowPx - shownPx) });
  };
  return { first, end, above: first * rowPx, below: Math.max(0, count - end) * rowPx, scrollTo };
}
