const paths = {
  info: 'M10 9v5M10 6.2v.1M10 2.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 0 0 0-15',
  warning: 'M10 8v4M10 14.4v.1M10 3L2.5 16.5h15z',
  error: 'M7.2 7.2l5.6 5.6M12.8 7.2l-5.6 5.6M10 2.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 0 0 0-15',
  success: 'M6.6 10.2l2.4 2.4l4.6-5M10 2.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 0 0 0-15',
  check: 'M4.5 10.5l3.8 3.8l7.2-8.2',
  cross: 'M5 5l10 10M15 5L5 15',
  chevron: 'M5.5 8l4.5 4.5L14.5 8',
  arrow: 'M4 10h12M11.5 5.5L16 10l-4.5 4.5',
  external: 'M7 13l6.5-6.5M8 6.2h5.8V12',
  eye: 'M2 10c2-3.6 4.8-5.3 8-5.3s6 1.7 8 5.3c-2 3.6-4.8 5.3-8 5.3S4 13.6 2 10zM10 7.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 0 0 0-4.8',
  eyeOff:
    'M3.5 3.5l13 13M7 5.2c1-.35 2-.5 3-.5c3.2 0 6 1.7 8 5.3c-.7 1.3-1.6 2.4-2.5 3.2M13 14.8c-1 .35-2 .5-3 .5c-3.2 0-6-1.7-8-5.3c.7-1.2 1.5-2.2 2.4-3',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  menu: 'M3 6h14M3 10h14M3 14h14',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11M13 13l4 4',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  moon: 'M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3z',
  system: 'M3 4h14v9.5H3zM7 16.5h6',
} as const;

export type IconName = keyof typeof paths;

type IconProps = { readonly name: IconName; readonly size?: number; readonly className?: string | undefined };

/** A line drawing of 20 units, in the colour of the text; it never speaks, the words beside it do. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
