const mouseReachPx = 6;
const touchReachPx = 16;

type Dragging<Line> = {
  /** The draggable line within `reach` pixels of a height. */
  findLine(y: number, reachPx: number): Line | undefined;
  /** The price at a height; null outside the price scale. */
  ticksAt(y: number): number | null;
  started(line: Line): void;
  moved(line: Line, ticks: number): void;
  /** Called when the pointer is released at a price other than the line's. */
  dropped(line: Line, ticks: number): void;
  /** Called when the pointer is released where it started, or Escape ends the drag. */
  canceled(line: Line): void;
};

/**
 * Lets a pointer drag lines up and down. Listens before the chart does, because the chart would scroll.
 * @returns a function that stops listening
 */
export function attachDragging<Line>(container: HTMLElement, dragging: Dragging<Line>): () => void {
  let dragged: { readonly line: Line; readonly pointerId: number; ticks: number | null } | null = null;
  const stop = new AbortController();
  const { signal } = stop;
  const heightOf = ({ clientY }: { readonly clientY: number }) => clientY - container.getBoundingClientRect().top;
  const reachOf = (type: string) => (type === 'mouse' ? mouseReachPx : touchReachPx);

  const release = (isDropped: boolean) => {
    if (dragged === null) return;
    const { line, ticks, pointerId } = dragged;
    dragged = null;
    if (container.hasPointerCapture(pointerId)) container.releasePointerCapture(pointerId);
    if (isDropped && ticks !== null) dragging.dropped(line, ticks);
    else dragging.canceled(line);
  };

  container.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || dragged !== null) return;
      const line = dragging.findLine(heightOf(event), reachOf(event.pointerType));
      if (line === undefined) return;
      dragged = { line, pointerId: event.pointerId, ticks: null };
      container.setPointerCapture(event.pointerId);
      dragging.started(line);
    },
    { signal, capture: true },
  );
  container.addEventListener(
    'pointermove',
    (event) => {
      if (dragged === null) {
        const isNear = event.pointerType === 'mouse' && dragging.findLine(heightOf(event), mouseReachPx) !== undefined;
        container.style.cursor = isNear ? 'ns-resize' : '';
        return;
      }
      const ticks = dragging.ticksAt(heightOf(event));
      if (event.pointerId !== dragged.pointerId || ticks === null) return;
      dragged.ticks = ticks;
      dragging.moved(dragged.line, ticks);
    },
    { signal, capture: true },
  );
  container.addEventListener('pointerup', () => release(true), { signal, capture: true });
  container.addEventListener('pointercancel', () => release(false), { signal, capture: true });
  // A finger on a line drags it instead of scrolling the page.
  container.addEventListener(
    'touchstart',
    (event) => {
      const [touch] = event.touches;
      if (touch && dragging.findLine(heightOf(touch), touchReachPx) !== undefined) event.preventDefault();
    },
    { signal, capture: true, passive: false },
  );
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') release(false);
    },
    { signal },
  );
  return () => stop.abort();
}
