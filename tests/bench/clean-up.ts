type Undo = () => Promise<unknown> | unknown;

const undos: Undo[] = [];

/** Registers a clean-up; the newest runs first. */
export function onEnd(undo: Undo): void {
  undos.push(undo);
}

/** Runs all clean-ups, even if some of them fail. */
export async function endAll(): Promise<void> {
  for (let undo = undos.pop(); undo; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(error);
    }
  }
}
