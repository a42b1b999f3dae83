declare global {
  namespace App {
    interface PageData {
      /** `none`: without header, as on the screen of a hall. */
      chrome?: 'none';
      /** Places on the page, by their id, that the first tab stops lead to. */
      skips?: { to: string; text: string }[];
    }
    interface PageState {
      /** The version that a replay shows at this entry of the history. */
      at?: number;
    }
  }
}

export {};
