/** Where `npm run emulate` starts a vendor; its bridge takes the next one. */
export const emulatorPort = Number(process.env['EMULATOR_PORT'] ?? 8790);
