export interface Weather {
  city: string;
  temperatureC: number;
  windKmh: number;
  windFrom: string;
  humidityPercent: number;
  sky: string;
}

/** One day, for ever. */
export const weatherTable: readonly Weather[] = [
  {
    city: "San Francisco",
    temperatureC: 14,
    windKmh: 23,
    windFrom: "west",
    humidityPercent: 81,
    sky: "fog until noon",
  },
  { city: "Oslo", temperatureC: -3, windKmh: 9, windFrom: "north", humidityPercent: 74, sky: "light snow" },
  { city: "Lima", temperatureC: 19, windKmh: 12, windFrom: "south", humidityPercent: 88, sky: "low cloud" },
  { city: "Nairobi", temperatureC: 24, windKmh: 15, windFrom: "east", humidityPercent: 52, sky: "sun" },
  {
    city: "Berlin",
    temperatureC: 7,
    windKmh: 18,
    windFrom: "south-west",
    humidityPercent: 69,
    sky: "rain in the evening",
  },
  { city: "Tokyo", temperatureC: 16, windKmh: 11, windFrom: "north-east", humidityPercent: 57, sky: "clear" },
  { city: "Reykjavík", temperatureC: 1, windKmh: 46, windFrom: "north-west", humidityPercent: 79, sky: "storm clouds" },
  {
    city: "São Paulo",
    temperatureC: 27,
    windKmh: 8,
    windFrom: "south-east",
    humidityPercent: 63,
    sky: "sun and cloud",
  },
];

/** Takes a name with or without its accents, in any case. */
export function findWeather(city: string): Weather | undefined {
  return weatherTable.find((row) => plain(row.city) === plain(city));
}

function plain(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}
