/** How long a request may take before the page says that it is still running. */
export const slowAfterMs = 5_000;

const slow = new Set<AbortController>();

let onChange: (isSlow: boolean) => void = () => {};

/** Sets the listener that learns whether any request is slow; called once by its store. */
export function followSlowRequests(listener: typeof onChange): void {
  onChange = listener;
}

/** Watches a request until the returned function is called. `signal` aborts it when the person stops waiting. */
export function watchRequest(): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    slow.add(controller);
    onChange(true);
  }, slowAfterMs);
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      if (slow.delete(controller) && slow.size === 0) onChange(false);
    },
  };
}

/** Gives up every slow request; each caller then sees that the server can't be reached. */
export function stopSlowRequests(): void {
  for (const controller of [...slow]) controller.abort();
}
