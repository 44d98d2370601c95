using System;
using Json = Newtonsoft.Json;
using static System.Math;

namespace App.Stores
{
    /// <summary>A store.</summary>
    [Serializable]
    public abstract class Store<T> : Base<T>, IStore where T : class
    {
        public const int Limit = 3;
        private readonly List<Item> items;
        public int Size { get; set; }
        public event EventHandler Changed;

        public Store(int size) : base(size) { items = new List<Item>(size); }

        // Gets one.
        public async Task<Item> Get(string key)
        {
            var found = this.items.Find(key, Limit);
            Helper();
            return await Items.Of<T>(key);
        }

        protected abstract void Run();
        public static Store<T> operator +(Store<T> a, Store<T> b) => a;
    }

    public interface IStore : IDisposable { void Open(); }
    public enum Mode { On, Off }
    public struct Point { public int X; }
    public record Pair(int A, int B);
    public delegate void Handler(object sender);
}
