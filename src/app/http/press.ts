let shown: Promise<void> | undefined;

/** A hidden tab paints nothing, so its data doesn't wait for longer than this. */
const maxWaitMs = 100;

function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, maxWaitMs);
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}

function notePress(): void {
  shown ??= painted().finally(() => {
    shown = undefined;
  });
}

for (const type of ['pointerdown', 'keydown', 'click'])
  globalThis.addEventListener?.(type, notePress, { capture: true });

/** Resolves once the screen shows the answer to a press; undefined if none waits for it. Prices that arrive can wait. */
export function pressShown(): Promise<void> | undefined {
  return shown;
}
