/** Where the API is: the same origin unless the build was told another of the specification's environments. */
export const apiRoot: string = import.meta.env?.PUBLIC_API_ROOT || '/api';
