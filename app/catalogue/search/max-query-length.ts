/** The most characters of a search. Nobody types more; what is beyond it is not looked at. */
export const maxQueryLength = 100;
