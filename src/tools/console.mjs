/** Ends a command with one clear line for the operator. */
export function stop(message) {
  process.stderr.write(`\n✗ ${message}\n`);
  process.exit(1);
}

export function say(message) {
  process.stdout.write(`› ${message}\n`);
}

/** Prints to standard error, because standard output may carry data. */
export function note(message) {
  process.stderr.write(`› ${message}\n`);
}

export function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}
