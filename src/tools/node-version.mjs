/* Imported first, and written so that any Node that knows modules can run it. */

/** Ends the command when Node is older than it has to be. */
export function requireNode(least) {
  const found = process.versions.node;
  const [major, minor] = found.split('.').map(Number);
  const [leastMajor, leastMinor] = least.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  process.stderr.write(`Node ${least} or later is needed, but this is ${found}.\n`);
  process.exit(1);
}
