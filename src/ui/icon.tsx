import { type IconName, iconPaths } from './icon-paths.ts';

type IconProps = { readonly name: IconName; readonly size?: number; readonly className?: string | undefined };

/** A line icon in the text color. Hidden from screen readers, because the label next to it is read. */
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
      <path d={iconPaths[name]} />
    </svg>
  );
}
