export type ChartPalette = ReturnType<typeof readPalette>;

/** The chart's colors as `rgb()`: a canvas supports neither custom properties nor every color space. */
export function readPalette(element: HTMLElement) {
  const pixel = document.createElement('canvas');
  pixel.width = 1;
  pixel.height = 1;
  const brush = pixel.getContext('2d', { willReadFrequently: true });
  const probe = document.createElement('span');
  // Under forced colors, each token would read as the system's text color.
  probe.style.forcedColorAdjust = 'none';
  element.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    const { color } = getComputedStyle(probe);
    if (!brush) return color;
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue] = brush.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
  const palette = {
    background: read('--surface'),
    text: read('--text-muted'),
    grid: read('--border-subtle'),
    border: read('--border'),
    up: read('--equity'),
    down: read('--text-muted'),
    buy: read('--accent'),
    sell: read('--text'),
    position: read('--accent'),
    floor: read('--danger'),
    onLine: read('--surface'),
    fontFamily: getComputedStyle(element).fontFamily,
  };
  probe.remove();
  return palette;
}

/**
 * Calls back when the person or the system changes the theme.
 * @returns a function that stops listening
 */
export function watchTheme(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const themeObserver = new MutationObserver(changed);
  themeObserver.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  system.addEventListener('change', changed);
  return () => {
    themeObserver.disconnect();
    system.removeEventListener('change', changed);
  };
}
