/** The API's root: same origin unless the build selects another of the specification's environments. */
export const apiRoot: string = import.meta.env?.PUBLIC_API_ROOT || '/api';
