/** The screen of a hall shows itself alone. */
export const load = () => ({ chrome: 'none' as const });
