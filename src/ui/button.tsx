import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

type Look = {
  /** One filled button per view; the others are outline or quiet. `danger` takes something away. */
  readonly variant?: 'filled' | 'danger' | 'outline' | 'quiet';
  readonly size?: 'regular' | 'small';
  readonly wide?: boolean;
} & (
  | { readonly label: string; readonly children?: undefined }
  /** Content that isn't only text, such as an icon. */
  | { readonly label?: undefined; readonly children: ReactNode }
);

type LinkProps = Look & { readonly href: string } & Omit<ComponentProps<'a'>, 'href' | 'children'>;

type PressProps = Look & {
  readonly href?: undefined;
  /** In progress: the button keeps its width, label and focus, and ignores clicks. */
  readonly busy?: boolean | undefined;
  /** Why the button is disabled; shown below it and read with it. Clicks are then ignored. */
  readonly disabledReason?: string | undefined;
} & Omit<ComponentProps<'button'>, 'children'>;

/** A button or, with `href`, a link that looks like one. */
export function Button(props: LinkProps | PressProps) {
  return props.href === undefined ? <PressButton {...props} /> : <LinkButton {...props} />;
}

function LinkButton({ variant, size, wide, className, label, children = label, ...rest }: LinkProps) {
  return (
    <a {...rest} className={classNames(lookOf(variant, size, wide), className)}>
      {children}
    </a>
  );
}

function PressButton(props: PressProps) {
  const { variant, size, wide, busy, disabledReason, className, href: _, label, children = label, ...rest } = props;
  const reasonId = useId();
  const isHeld = busy === true || disabledReason !== undefined;
  const button = (
    <button
      type="button"
      {...rest}
      {...(isHeld && { 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
      {...(disabledReason !== undefined && { 'aria-describedby': reasonId })}
      aria-busy={busy || undefined}
      className={classNames(lookOf(variant, size, wide), className)}
    >
      {children}
    </button>
  );
  if (disabledReason === undefined) return button;
  return (
    <span className={classNames(styles.withReason, wide && styles.wide)}>
      {button}
      <span id={reasonId} className={styles.reason}>
        {disabledReason}
      </span>
    </span>
  );
}

function lookOf(variant: Look['variant'] = 'filled', size: Look['size'] = 'regular', wide = false): string {
  return classNames(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide);
}
