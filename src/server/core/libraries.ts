/**
 * Libraries that take long to load and that operator commands don't need. A server loads them before it listens, because
 * loading one holds up all requests.
 */
export const libraries = {
  passkeys: () => import('@simplewebauthn/server'),
  sharp: async () => (await import('sharp')).default,
  vatNumbers: () => import('stdnum'),
  // Node can't detect the named exports of this CommonJS package.
  webPush: async () => (await import('web-push')).default,
} as const;

/** What draws documents and pictures, loaded in the threads that draw. */
export const drawingLibraries = {
  harfBuzz: () => import('harfbuzzjs'),
  pdfkit: async () => (await import('pdfkit')).default,
  satori: async () => (await import('satori')).default,
} as const;

/** What only some installations use, loaded before the server listens if its variable is set. */
export const optionalLibraries = {
  promClient: () => import('prom-client'),
  async openTelemetry() {
    const [api, sdk, resources, exporter] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
    return { api, sdk, resources, exporter };
  },
} as const;

export async function loadLibraries(): Promise<void> {
  await Promise.all(Object.values(libraries).map((load) => load()));
}
