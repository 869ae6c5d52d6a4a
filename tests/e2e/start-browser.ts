const maxStarts = 3;

/** Starts a browser. Browsers and their drivers now and then crash or hang while they start; then another is started. */
export async function startBrowser<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let starts = 1; ; starts += 1) {
    try {
      return await start();
    } catch (error) {
      if (starts === maxStarts) throw error;
    }
  }
}
