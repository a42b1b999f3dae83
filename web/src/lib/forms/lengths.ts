/** The most that a field for a name takes. The service counts characters, a field counts an emoji as two. */
export const NAME = 2 * 40;
export const NAME_OF_TOKEN = 2 * 80;
