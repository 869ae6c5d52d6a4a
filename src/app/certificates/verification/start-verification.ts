/** Loads the verification on demand, because it is larger than the rest of the page. */
const verification = document.querySelector<HTMLElement>('[data-verification-script]');
const input = verification?.querySelector<HTMLInputElement>('input[type=file]');
let isLoading = false;

function startVerification(): void {
  if (isLoading || !verification) return;
  isLoading = true;
  // Not a script element, because its address would need a trusted type.
  import(/* @vite-ignore */ verification.dataset['verificationScript'] ?? '').catch(() => {
    isLoading = false;
  });
}

if (location.hash.length > 1 || new URLSearchParams(location.search).has('id') || input?.files?.length)
  startVerification();
addEventListener('hashchange', startVerification);
addEventListener('dragenter', startVerification);
input?.addEventListener('focus', startVerification);
input?.addEventListener('change', startVerification);
