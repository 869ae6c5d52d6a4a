type Undo = () => Promise<unknown> | unknown;

const undos: Undo[] = [];
const lastUndos: Undo[] = [];

/** Registers a clean-up after a part; the newest runs first. */
export function onEnd(undo: Undo): void {
  undos.push(undo);
}

/** Registers a clean-up after the last part, of what all of them share. */
export function onExit(undo: Undo): void {
  lastUndos.push(undo);
}

/** Runs all clean-ups of a list, even if some of them fail. */
async function run(list: Undo[]): Promise<void> {
  for (let undo = list.pop(); undo; undo = list.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(error);
    }
  }
}

export const endPart = () => run(undos);

export async function endAll(): Promise<void> {
  await run(undos);
  await run(lastUndos);
}
