/** The colours of a card's face: one hue, of which both schemes make theirs with enough contrast. */

/** Degrees of the colour wheel that people know (red, yellow, green ...) and those of OKLCH for the same colour. */
const KNOWN: readonly (readonly [wheel: number, oklch: number])[] = [
  [0, 29],
  [30, 60],
  [60, 110],
  [120, 142],
  [180, 195],
  [210, 245],
  [240, 265],
  [300, 328],
  [360, 389]
];

/** A hue of the wheel as one of OKLCH, where the same lightness looks as light in every hue. */
export function okHue(hue: number): number {
  const place = KNOWN.findIndex(([wheel]) => wheel > hue);
  const [from, to] = [KNOWN[place - 1], KNOWN[place]];
  if (!from || !to) return hue;
  return (from[1] + ((hue - from[0]) / (to[0] - from[0])) * (to[1] - from[1])) % 360;
}

export interface Shade {
  /** From 0, black, to 1, white. */
  readonly light: number;
  readonly chroma: number;
}

/** The shades of a face in each scheme, as the style sheet of `CardFace.svelte` has them. */
export const SHADES = {
  light: {
    ground: { light: 0.955, chroma: 0.022 },
    head: { light: 0.89, chroma: 0.055 },
    edge: { light: 0.62, chroma: 0.09 },
    text: { light: 0.3, chroma: 0.06 }
  },
  dark: {
    ground: { light: 0.27, chroma: 0.025 },
    head: { light: 0.35, chroma: 0.05 },
    edge: { light: 0.62, chroma: 0.09 },
    text: { light: 0.93, chroma: 0.03 }
  }
} as const satisfies Record<string, Record<string, Shade>>;

/** What a black face has in the place of some of them. */
export const BLACK = {
  light: { head: { light: 0.25, chroma: 0 }, edge: { light: 0.25, chroma: 0 }, onHead: { light: 0.95, chroma: 0 } },
  dark: { head: { light: 0.12, chroma: 0 }, edge: { light: 0.62, chroma: 0 }, onHead: { light: 0.95, chroma: 0 } }
} as const satisfies Record<string, Record<string, Shade>>;

/** The contrast of two shades of a hue of OKLCH, from 1 to 21, after WCAG. */
export function contrast(one: Shade, other: Shade, hue: number): number {
  const [dark = 0, light = 0] = [luminance(one, hue), luminance(other, hue)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance; what lies outside of sRGB is cut off, as a browser does at worst. */
function luminance({ light, chroma }: Shade, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const red = within(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = within(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = within(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
