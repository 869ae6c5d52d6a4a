type Undo = () => Promise<unknown> | unknown;

const undos: Undo[] = [];

/** Remembers how to end something that was started; the newest is ended first. */
export function onEnd(undo: Undo): void {
  undos.push(undo);
}

/** Ends all that was started, whatever of it fails to end. */
export async function endAll(): Promise<void> {
  for (let undo = undos.pop(); undo; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(error);
    }
  }
}
