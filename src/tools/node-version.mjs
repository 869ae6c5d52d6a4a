/** Imported first, and written so that any Node that supports modules can run it. */

export function requireNode(minimum) {
  const found = process.versions.node;
  const [major, minor] = found.split('.').map(Number);
  const [minimumMajor, minimumMinor] = minimum.split('.').map(Number);
  if (major > minimumMajor || (major === minimumMajor && minor >= minimumMinor)) return;
  process.stderr.write(`Node ${minimum} or later is needed, but this is ${found}.\n`);
  process.exit(1);
}
