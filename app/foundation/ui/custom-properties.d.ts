import 'react';

declare module 'react' {
  /**
   * Allows custom properties in the `style` attribute. They pass values to the style sheets, such as `--days`, `--c` and `--fx`.
   */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
