/** Where `npm run emulate` starts a vendor, and the next port a bridge to it. */
export const emulatorPort = Number(process.env['EMULATOR_PORT'] ?? 8790);
export const bridge = { port: emulatorPort + 1, secret: 'the secret of a bridge that runs on an emulator only' };
