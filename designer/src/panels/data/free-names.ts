/** Gives each name once: another of the same words gets a number. Numbers go on per name, since trying from 2 takes the square of the columns. */
export function freeNames(): (name: string) => string {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (name) => {
    let own = name;
    let number = numbers.get(name) ?? 2;
    for (; taken.has(own); number += 1) own = `${name} ${number}`;
    numbers.set(name, number);
    taken.add(own);
    return own;
  };
}
